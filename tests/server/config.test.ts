import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

describe('readConfig', () => {
  test('the configuration needs no variable', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      rowSecurity: false,
      dataDir: resolve('data'),
      admin: { username: undefined, password: undefined },
      adminFactorRequired: false,
      publicOrigin: undefined,
      supportEmail: 'destek@example.com',
      workers: 1,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', PUBLIC_URL: '' }).port).toBe(3000)
  })

  test('auto means as many processes as the machine has cores', () => {
    expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
  })

  test('every variable is read', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgresql://u:p@db/panel',
      DATABASE_REQUEST_URL: 'postgresql://r:p@db/panel',
      DATABASE_REPLICA_URL: 'postgresql://r:p@copy/panel',
      ROW_SECURITY: 'on',
      DATA_DIR: '/srv/panel',
      ADMIN_USERNAME: 'patron',
      ADMIN_PASSWORD: 'gizli',
      ADMIN_SECOND_FACTOR: 'required',
      PUBLIC_URL: 'https://panel.example.com/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, ::1',
      SUPPORT_EMAIL: 'yardim@example.com',
      SMTP_URL: 'smtp://u:p@posta:587',
      MAIL_FROM: 'panel@example.com',
      WORKERS: '3',
      LOG_LEVEL: 'debug',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: 'postgresql://u:p@db/panel',
      databaseRequestUrl: 'postgresql://r:p@db/panel',
      databaseReplicaUrl: 'postgresql://r:p@copy/panel',
      rowSecurity: true,
      dataDir: '/srv/panel',
      mailServer: { url: 'smtp://u:p@posta:587', from: 'panel@example.com' },
      mailOrigin: 'https://panel.example.com',
      admin: { username: 'patron', password: 'gizli' },
      adminFactorRequired: true,
      publicOrigin: 'https://panel.example.com',
      supportEmail: 'yardim@example.com',
      workers: 3,
      logLevel: 'debug',
    })
    expect(config.trustProxy.check('10.200.0.1')).toBe(true)
    expect(config.trustProxy.check('::1', 'ipv6')).toBe(true)
    expect(config.trustProxy.check('192.0.2.1')).toBe(false)
  })

  test('row-level security of another server needs a second role', () => {
    const env = { DATABASE_URL: 'postgres://u:p@db/x', ROW_SECURITY: 'on' }
    expect(() => readConfig(env)).toThrow(
      'ROW_SECURITY: DATABASE_URL ile birlikte DATABASE_REQUEST_URL gerekir.',
    )
  })

  test('a replica is reached directly, because a pgbouncer may lead each statement to another server', () => {
    const env = {
      DATABASE_URL: 'postgres://u:p@db/x',
      DATABASE_REPLICA_URL: 'postgres://u:p@copy/x?pgbouncer=true',
    }
    expect(() => readConfig(env)).toThrow(
      'DATABASE_REPLICA_URL: pgbouncer değil, kopyanın kendi adresi olmalı.',
    )
  })

  test.each(['postgres://u:p@a:5432,b:5433/d', 'postgres:///d?host=/run/postgresql&user=u'])(
    'every address that the database accepts is accepted: %s',
    (url) => {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
    },
  )

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'ev adresi'],
    ['DATABASE_URL', 'mysql://u:cok-gizli@db/x'],
    ['DATABASE_URL', 'cok-gizli'],
    ['DATABASE_REQUEST_URL', 'cok-gizli'],
    ['DATABASE_REQUEST_URL', 'postgres://u:cok-gizli@db/x'],
    ['DATABASE_REPLICA_URL', 'cok-gizli'],
    ['DATABASE_REPLICA_URL', 'postgres://u:cok-gizli@copy/x'],
    ['ROW_SECURITY', 'evet'],
    ['DATABASE_URL', 'postgres://u:cok-gizli@a:port,b:5433/d'],
    ['ADMIN_PASSWORD', 'abc'],
    ['ADMIN_SECOND_FACTOR', 'evet'],
    ['PUBLIC_URL', 'panel.example.com'],
    ['PUBLIC_URL', 'https://panel.example.com/oto-servis'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'proxy.example.com'],
    ['SUPPORT_EMAIL', 'destek'],
    ['SMTP_URL', 'http://u:cok-gizli@posta'],
    ['SMTP_URL', 'smtp://u:cok-gizli@posta:587'],
    ['MAIL_FROM', 'panel'],
    ['MAIL_FROM', 'panel@example.com'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'çok'],
    ['WORKERS', '2.5'],
    ['LOG_LEVEL', 'gürültülü'],
  ])(
    '%s=%s is refused with one line that names the variable and does not repeat its value',
    (name, value) => {
      const refusal = catchError(() => readConfig({ [name]: value }))
      expect(refusal).toBeInstanceOf(StartupError)
      expect(refusal.message).toMatch(new RegExp(`^${name}: .+\\.$`))
      expect(refusal.message).not.toContain('\n')
      expect(refusal.message).not.toContain('cok-gizli')
    },
  )
})

function catchError(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}
