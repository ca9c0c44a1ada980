import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** Returns the rows that a statement finds. */
type Answer = (statement: string) => object[]

/** Returns a database without a server, which records each reading statement and answers it with made-up rows. */
export function recordingDatabase(answer: Answer): { db: Kysely<DB>; statements: string[] } {
  const statements: string[] = []
  const execute = ({ sql }: CompiledQuery): object[] => {
    if (!/^(select|with)\b/.test(sql)) return []
    statements.push(sql)
    return answer(sql)
  }
  class RecordingDriver extends DummyDriver {
    override async acquireConnection() {
      const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: execute(query) as R[],
      })
      return { executeQuery, streamQuery: async function* () {} }
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, statements }
}
