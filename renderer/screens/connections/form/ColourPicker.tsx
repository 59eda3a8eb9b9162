import { RadioGroup } from 'radix-ui';
import { profileSchema, type Profile } from '../../../../app/contract/connections/connection';
import { Hue } from '../../../features/connection/Environment';
import { text } from '../../../text';
import styles from './ConnectionForm.module.css';

interface ColourPickerProps {
  readonly id: string;
  readonly value: Profile['colour'];
  readonly onValue: (value: Profile['colour']) => void;
}

export function ColourPicker({ id, value, onValue }: ColourPickerProps) {
  return (
    <RadioGroup.Root
      id={id}
      className={styles.hues}
      aria-label={text.connections.colour}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => {
        onValue(profileSchema.shape.colour.parse(next));
      }}
    >
      {profileSchema.shape.colour.options.map((colour) => (
        <RadioGroup.Item
          key={colour}
          value={colour}
          className={styles.hue}
          aria-label={text.connections.colours[colour]}
          title={text.connections.colours[colour]}
        >
          <Hue colour={colour} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
