import { ShieldAlert } from 'lucide-react';
import type { Environment, Profile } from '../../../app/contract/connections/connection';
import { text } from '../../text';
import { classes } from '../../parts/classes';
import styles from './Environment.module.css';

const tagClass: Readonly<Record<Environment, string | undefined>> = {
  development: undefined,
  staging: styles.staging,
  production: styles.production,
  unknown: styles.staging,
};

export function EnvironmentTag({ environment }: { readonly environment: Environment }) {
  return (
    <span className={classes(styles.tag, tagClass[environment])}>
      {environment === 'production' && <ShieldAlert size={11} aria-hidden />}
      {text.common.environment[environment]}
    </span>
  );
}

export function Hue({ colour }: { readonly colour: Profile['colour'] }) {
  return <span className={styles.dot} data-hue={colour} aria-hidden />;
}

/** A connection's name with its colour. */
export function ProfileName({ profile }: { readonly profile: Profile }) {
  return (
    <span className={styles.name}>
      <Hue colour={profile.colour} />
      <span className={styles.label}>{profile.name}</span>
    </span>
  );
}
