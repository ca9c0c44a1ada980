import { testStops } from '#tests/support/panel/stops-behind-proxy.ts'

// On a connection that was used before haproxy ends it without a response, for the client to decide.
await testStops('haproxy', [502, 'ECONNRESET'])
