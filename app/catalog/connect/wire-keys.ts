import { authPlugins } from 'mysql2';
import { connectText } from '../../text/catalog/connect';

/**
 * MySQL sign-in methods that can encrypt a password with a key that the server sends. On a line without TLS nobody can
 * verify whose key that is: these refuse it for a server in the network.
 */
export const WITHOUT_WIRE_KEYS = {
  caching_sha2_password: authPlugins.caching_sha2_password({ onServerPublicKey: refuseKey }),
  sha256_password: authPlugins.sha256_password({ onServerPublicKey: refuseKey }),
};

function refuseKey(): never {
  throw new Error(connectText.keyOverPlainLine);
}
