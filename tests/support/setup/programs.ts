import { existsSync } from 'node:fs'

/** Programs beside Node that some tests need, where Debian's packages install them. `.ci/run` sees to that. */
export const PROGRAMS = {
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgres15: '/usr/lib/postgresql/15/bin/postgres',
} as const
export type Program = keyof typeof PROGRAMS

export const isInstalled = (program: Program): boolean => existsSync(PROGRAMS[program])

/** Files of the project `embedded` that need a program. */
const FILES_WITH: Readonly<Partial<Record<Program, readonly string[]>>> = {
  haproxy: ['tests/database/several-haproxy.test.ts'],
  pgbouncer: ['tests/database/pgbouncer.test.ts'],
  nginx: ['tests/database/several-{instances,stops}.test.ts'],
}

/** Returns the programs that are not installed, and the test files that therefore cannot run. */
export function missingPrograms(): { names: Program[]; files: string[] } {
  const names = (Object.keys(PROGRAMS) as Program[]).filter((program) => !isInstalled(program))
  return { names, files: names.flatMap((program) => FILES_WITH[program] ?? []) }
}
