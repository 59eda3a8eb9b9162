/** The window's own requests (app/contract/requests.ts) by which the check has a packed app work; the unit tests hold them to it. */

/** `server` is a test server; `output` stands for the handle of the dump's folder, which only the running app knows. */
export function requestsOf(server, schema, jobName, output) {
  const profile = {
    id: 'packaged',
    name: 'Packaged',
    address: { kind: 'tcp', host: server.host, port: server.port },
    user: server.user,
    tls: { mode: 'preferred' },
    environment: 'development',
    colour: 'teal',
  };
  const dump = { profileId: profile.id, folder: output, options: dumpOptions(schema) };
  return {
    'profiles/save': { profile, password: null },
    'profiles/unlock': { profileId: profile.id, password: server.password },
    'folders/suggest-output': { name: schema, extension: '' },
    'jobs/add': { name: jobName, keep: null, work: { kind: 'dump', ...dump } },
    'dump/start': dump,
  };
}

function dumpOptions(schema) {
  return {
    threads: 2,
    compression: { kind: 'zstd', level: 1 },
    bytesPerChunk: 64_000_000,
    memoryLimitBytes: 268_435_456,
    lockWaitTimeoutMs: 60_000,
    consistency: 'auto',
    nonTransactional: 'warn',
    jsonCheck: 'count',
    history: 'carry',
    definers: { kind: 'keep' },
    selection: {
      include: [{ kind: 'schema', schema }],
      exclude: [],
      where: [],
      partitions: [],
      content: 'everything',
      users: [],
      excludeUsers: [],
    },
  };
}
