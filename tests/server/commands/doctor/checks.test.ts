import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { type Config, readConfig } from '#server/config.ts'
import { checkBackups, checkData, checkDisk } from '#server/commands/doctor/data-folder.ts'
import { formatFinding } from '#server/commands/doctor/finding.ts'
import { checkNetwork, localAddress } from '#server/commands/doctor/panel.ts'
import { checkClient, checkConfig } from '#server/commands/doctor/examine.ts'

const NOW = new Date('2026-11-24T12:00:00Z')

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oto-servis-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Returns the lines about the backups of a folder with these files, at noon of 24 November. */
function aboutBackups(names: string[], env: Record<string, string> = {}): string[] {
  const folder = temporary()
  mkdirSync(join(folder, 'backups'))
  for (const name of names) writeFileSync(join(folder, 'backups', name), 'x'.repeat(2_048))
  return checkBackups(readConfig({ DATA_DIR: folder, ...env }), NOW).map(formatFinding)
}

const PASSPHRASE = { BACKUP_PASSPHRASE: 'on iki harften uzun' }

test.each([
  [['20261124T110001Z-elle.tar.gz'], 'Tamam: En yeni yedek bir saatten yeni (2 KB).'],
  [['20261122T120001Z-otomatik.tar.gz'], 'Tamam: En yeni yedek 47 saatlik (2 KB).'],
  [['20261122T120000Z-otomatik.tar.gz'], 'Dikkat: En yeni yedek 2 günlük (2 KB).'],
  [
    ['20261101T120000Z-otomatik.tar.gz', '20261120T120000Z-guncelleme.tar.gz'],
    'Dikkat: En yeni yedek 4 günlük',
  ],
  [[], 'Dikkat: Hiç yedek yok.'],
  [['photo.jpg'], 'Dikkat: Hiç yedek yok.'],
])('the finding about %j names the age of the newest backup', (names, line) => {
  expect(aboutBackups(names)[0]).toContain(line)
})

test.each([
  ['.age', PASSPHRASE, 'Tamam: Yedekler şifreli.'],
  ['', {}, 'Tamam: Yedekler şifresiz'],
  ['', PASSPHRASE, 'Dikkat: BACKUP_PASSPHRASE verilmiş, ama en yeni yedek şifresiz'],
  ['.age', {}, 'Dikkat: En yeni yedek şifreli, ama BACKUP_PASSPHRASE artık verilmemiş'],
])('the finding about a backup %s with %j says whether backups are encrypted', (extension, env, line) => {
  const lines = aboutBackups([`20261124T110001Z-elle.tar.gz${extension}`], env)
  expect(lines[1]).toContain(line)
  expect(lines.join('')).not.toContain(PASSPHRASE.BACKUP_PASSPHRASE)
})

test('a folder of backups that is a file cannot be written', () => {
  const folder = temporary()
  writeFileSync(join(folder, 'backups'), '', { mode: 0o600 })
  expect(checkBackups(readConfig({ DATA_DIR: folder }), NOW).map(formatFinding)[0]).toContain(
    'Hata: Yedek klasörüne',
  )
})

const levelsOf = (env: Record<string, string>) => checkNetwork(readConfig(env)).map(({ level }) => level)

test.each([
  [{}, ['Tamam']],
  [{ HOST: 'localhost' }, ['Tamam']],
  [{ HOST: '0.0.0.0' }, ['Dikkat']],
  [{ PUBLIC_URL: 'http://panel.example.com', TRUST_PROXY: '127.0.0.1' }, ['Dikkat']],
  [{ PUBLIC_URL: 'https://panel.example.com' }, ['Tamam', 'Dikkat']],
  [{ PUBLIC_URL: 'https://panel.example.com', TRUST_PROXY: '127.0.0.1' }, ['Tamam']],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://panel.example.com', TRUST_PROXY: '10.0.0.1' }, ['Tamam']],
])('the finding about %j warns of access without HTTPS', (env, levels) => {
  expect(levelsOf(env)).toEqual(levels)
})

test('a weak password is not repeated', () => {
  const lines = checkNetwork(readConfig({ HOST: '0.0.0.0', ADMIN_PASSWORD: 'parola123' })).map(formatFinding)
  expect(lines[1]).toMatch(/^Dikkat: ADMIN_PASSWORD kolay tahmin edilir/)
  expect(lines.join('')).not.toContain('parola123')
})

test.each([
  [4.9, 'Hata'],
  [5, 'Dikkat'],
  [14.9, 'Dikkat'],
  [15, 'Tamam'],
] as const)('a disk with %d percent free is %s', (free, level) => {
  expect(checkDisk({ free: free * 1e9, total: 100e9 }).level).toBe(level)
})

test('a data folder that cannot be read is a failure', () => {
  const loop = join(temporary(), 'loop')
  symlinkSync(loop, loop)
  const { findings, ...rest } = checkData(loop)
  expect(findings.map(formatFinding)).toEqual([
    `Hata: DATA_DIR: ${loop} okunamadı (ELOOP); paneli çalıştıran kullanıcıyla denetleyin.`,
  ])
  expect(rest).toEqual({ isReadable: false, canHaveServer: false })
})

test('a missing page is a failure', () => {
  const folder = temporary()
  expect(checkClient(folder).level).toBe('Hata')
  writeFileSync(join(folder, 'index.html'), '')
  expect(checkClient(folder).level).toBe('Tamam')
})

test('unreadable settings are a failure that repeats no secret', () => {
  const load = (): Config => {
    throw Object.assign(new Error('EACCES: gizli'), { code: 'EACCES' })
  }
  expect(checkConfig(load)).toEqual({
    config: undefined,
    finding: {
      level: 'Hata',
      text: '.env dosyası okunamadı; onu okuyabilen kullanıcıyla denetleyin. Ayarlara bağlı denetimler yapılmadı.',
    },
  })
})

test.each([
  ['127.0.0.1', 3000, 'http://127.0.0.1:3000'],
  ['0.0.0.0', 80, 'http://127.0.0.1:80'],
  ['::', 3000, 'http://[::1]:3000'],
  ['panel.local', 3000, 'http://panel.local:3000'],
  ['127.0.0.1', 0, undefined],
])('a panel at %s and port %d is reached at its own address', (host, port, address) => {
  expect(localAddress({ host, port })).toBe(address)
})
