import { counted } from '../../contract/language/counted';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';
import { kindWords, type TargetKind } from './kinds';

interface NamedObject {
  readonly kind: TargetKind;
  readonly name: string;
}

interface EventsLeft {
  readonly schema: string;
  readonly names: readonly string[];
}

/** Most events that a sentence names. */
const MOST_EVENTS = 20;

function eventsIn(names: readonly string[]): string {
  const more = names.length - MOST_EVENTS;
  return `${names.slice(0, MOST_EVENTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function objectsIn(objects: readonly NamedObject[]): string {
  return objects.map(({ kind, name }) => `${kindWords[kind]} ${name}`).join(', ');
}

/** Failures of creating views, routines, triggers and events. */
export const objectFailures = failures({
  // create, kept
  oldSchemaNamed: {
    code: 'unsupported-object',
    message: (values: { readonly count: number; readonly target: string; readonly source: string }) =>
      values.count === 1
        ? `One object of “${values.target}” names the schema “${values.source}” in its text and still uses it.`
        : `${values.count} objects of “${values.target}” name the schema “${values.source}” in their text and still use it.`,
    hint: 'Look at the statement and change the object by hand.',
  },
  objectDiffers: {
    code: 'definition-differs',
    message: (values: NamedObject & { readonly file: string }) =>
      `The target’s ${kindWords[values.kind]} “${values.name}” is not that of ${values.file}.`,
  },
  skipped: {
    code: 'target-exists',
    message: ({ kind, existing }: { readonly kind: TargetKind; readonly existing: TargetKind }) =>
      `The ${kindWords[kind]} of the dump was skipped, as asked: a ${kindWords[existing]} of that name already exists, and is another one.`,
  },

  // events
  eventsDisabled: {
    code: 'events-disabled',
    message: ({ schema, names }: EventsLeft) =>
      `${counted(names.length, 'event', 'events')} of “${schema}” ${names.length === 1 ? 'was' : 'were'} left disabled: ${eventsIn(names)}.`,
  },
  eventsPast: {
    code: 'events-disabled',
    message: ({ schema, names }: EventsLeft) =>
      `The time of ${counted(names.length, 'event', 'events')} of “${schema}” is over: ${eventsIn(names)}.`,
    hint: 'They stay disabled: the server would drop them at once. Give them another time where needed.',
  },

  // routine-grants
  grantsUnseen: {
    code: 'unsupported-object',
    message: ({ kind, name }: NamedObject) =>
      `The ${kindWords[kind]} “${name}” was created again. Grants on just that ${kindWords[kind]} went with the old one; this account can’t see whether there were any.`,
    hint: 'Look whether those who use it still may. With SELECT on mysql.procs_priv such grants are given again.',
  },
  grantRefused: {
    code: 'unsupported-object',
    message: (values: NamedObject & { readonly reason: string }) =>
      `The ${kindWords[values.kind]} “${values.name}” was created again, and a grant on it could not be granted again: ${values.reason}`,
    hint: 'Run the statement with an account that may.',
  },
});

/** Details of the check of these objects. */
export const objectText = spoken({
  equal: (schema: string) => `Views, triggers, routines and events of ${schema} equal the dump’s to the byte`,
  sameMeaning: (schema: string) =>
    `Views, triggers, routines and events of ${schema} say the same as the dump’s, in the words of another version`,
  notCompared: ({ schema, objects }: { readonly schema: string; readonly objects: readonly NamedObject[] }) =>
    `Printed in other words by the two versions, and not compared in ${schema}: ${objectsIn(objects)}`,
  sameAsOtherTools: (schema: string) =>
    `Views, triggers, routines and events of ${schema} say the same as the other tool’s statements`,
  ofOtherTool: ({ schema, objects }: { readonly schema: string; readonly objects: readonly NamedObject[] }) =>
    `In other words than those of the tool that wrote the dump, and not compared in ${schema}: ${objectsIn(objects)}`,
  kept: ({ schema, objects }: { readonly schema: string; readonly objects: readonly NamedObject[] }) =>
    `Were in ${schema} already, differ from the dump’s and were kept: ${objectsIn(objects)}`,
  stayed: ({ schema, objects }: { readonly schema: string; readonly objects: readonly NamedObject[] }) =>
    `Only rows were loaded into ${schema}: its triggers stay, and these of the dump are missing or differ there: ${objectsIn(objects)}`,
  allKept: (schema: string) =>
    `Views, triggers, routines and events of ${schema} that already existed were left as they are`,
});
