import { testStops } from '#tests/support/panel/stops-behind-proxy.ts'

await testStops('nginx', [502])
