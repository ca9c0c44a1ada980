// `npm run test:citus -- --url postgres://…`: the operations and what else says something of a distributed database, on
// the coordinator at that address and its workers; further arguments go to vitest. Not part of `npm test`, because the
// cluster has to be there (`npm run citus:cluster`, docs/scale.md). Started by run.mjs.
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
