import { parseArgs } from 'node:util'

import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import {
  distribute,
  distributionOf,
  isolateShop,
  parseNode,
} from '#server/platform/db/distribute/distribute.ts'
import { SHARDS } from '#server/platform/db/distribute/plan.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { runTask } from '#server/commands/start/run.ts'

const USAGE = `Kullanım:
npm run distribute -- [--dry-run] [--shards ${SHARDS}]
npm run distribute -- --isolate SERVİS_NUMARASI --node SUNUCU:PORT`

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  shards: { type: 'string', default: String(SHARDS) },
  isolate: { type: 'string' },
  node: { type: 'string' },
} as const

// Distributes the database of DATABASE_URL, the coordinator of a Citus cluster (docs/scale.md).
await runTask(async (stop) => {
  const { 'dry-run': isDry, shards, isolate, node } = given()
  const config = loadConfig()
  if (config.databaseUrl === undefined)
    throw new StartupError(
      'DATABASE_URL: yalnızca Citus kurulu bir sunucu dağıtılabilir; panelin kendi veritabanında Citus yoktur.',
    )
  await using database = await openDatabase({ ...config, signal: stop })
  const { maintenance } = database
  if (isolate !== undefined || node !== undefined) {
    const target = parseNode(node ?? '')
    if (target === undefined || !isNumber(isolate)) throw new StartupError(USAGE)
    await isolateShop(maintenance, Number(isolate), target)
    return `${isolate} numaralı servisin verileri ${node} düğümünde, kendi parçalarında.`
  }
  if (!isNumber(shards)) throw new StartupError(USAGE)
  if (isDry) return listed(await distributionOf(maintenance, Number(shards)))
  const { statements, refused } = await distribute(maintenance, Number(shards))
  return [
    `Veritabanı dağıtıldı: ${statements.length - refused.length} komut çalıştı.`,
    ...(refused.length === 0 ? [] : ['Bir süper kullanıcı şunları bir kez çalıştırmalı:', listed(refused)]),
  ].join('\n')
})

function given() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch {
    throw new StartupError(USAGE)
  }
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text)
}

function listed(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};`).join('\n')
}
