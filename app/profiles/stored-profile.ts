import { z } from 'zod';
import { addressSchema, profileSchema, sshSchema } from '../contract/connections/connection';

const storedSshSchema = sshSchema.extend({
  host: z.string(),
  user: z.string().optional(),
  jump: z.string().optional(),
});
const [tcpSchema, socketSchema] = addressSchema.options;

/**
 * Reads what earlier versions saved: a route whose words the schema has since ruled out is listed like any other, so that
 * it can be mended, and is refused where it would be used (`sshArguments`).
 */
export const storedProfileSchema = profileSchema.extend({
  address: z.discriminatedUnion('kind', [
    tcpSchema.extend({ ssh: storedSshSchema.optional() }),
    socketSchema,
  ]),
});
