// `npm run test:citus -- --url postgres://…` runs the tests for a distributed database on the coordinator at that address;
// further arguments go to vitest. `npm test` leaves them out, because they need a cluster (`npm run citus:cluster`,
// docs/scale.md).
import { runProcess } from './run-process.mjs'
import { tool } from './tools.mjs'

const [flag, url, ...rest] = process.argv.slice(2)
if (flag !== '--url' || !URL.canParse(url ?? '')) {
  process.stderr.write('Kullanım: npm run test:citus -- --url postgres://kullanici@sunucu:5432/veritabani\n')
  process.exitCode = 1
} else {
  process.env.NODE_ENV = 'test'
  process.env.CITUS_URL = url
  const { code } = await runProcess(process.execPath, [tool('vitest'), 'run', '--project=citus*', ...rest])
  process.exitCode = code
}
