import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { freePort } from '#tests/support/panel/free-port.ts'
import { PROGRAMS } from '#tests/support/setup/programs.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')

export type ProxyKind = 'nginx' | 'haproxy'
export type WebProxy = {
  /** 'https://127.0.0.1:<port>' */
  origin: string
  /** Its certificate, in PEM. */
  certificate: string
  /** Returns its logs so far. */
  logs: () => string
  close: () => Promise<void>
}

type ProxyFiles = { folder: string; http: number; https: number; panels: readonly number[] }

/**
 * Starts a proxy with the configuration in deploy/. Only machine-specific parts are replaced: ports, file names, and
 * the line of an instance by one for each panel. `https` is its port.
 */
export async function startWebProxy(
  kind: ProxyKind,
  { https, panels }: Pick<ProxyFiles, 'https' | 'panels'>,
): Promise<WebProxy> {
  const folder = temporaryFolder()
  const certificate = makeCertificate(folder)
  const files = { folder, https, panels, http: await freePort() }
  const child = kind === 'nginx' ? startNginx(files) : startHaproxy(files)
  let printed = ''
  child.stdout?.on('data', (data) => (printed += String(data)))
  child.stderr?.on('data', (data) => (printed += String(data)))
  const ended = once(child, 'exit')
  while (!(await listens(https))) {
    if (child.exitCode !== null) throw new Error(`${kind} ended with ${child.exitCode}: ${printed}`)
    await sleep(20)
  }
  return {
    origin: `https://127.0.0.1:${https}`,
    certificate,
    logs: () => (kind === 'nginx' ? readFileSync(join(folder, 'oto-servis.log'), 'utf8') : '') + printed,
    close: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function startNginx({ folder, http, https, panels }: ProxyFiles): ChildProcess {
  mkdirSync(join(folder, 'temp'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  )
  const server = adapted(readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8'), [
    [/^ +server 127\.0\.0\.1:3000(.*;)$/m, (_, rest) => panels.map((port) => lineOf(port, rest)).join('\n')],
    [/^ +listen \[::\]:.*\n/gm, () => ''],
    [/listen 80;/, () => `listen 127.0.0.1:${http};`],
    [/listen 443 /, () => `listen 127.0.0.1:${https} `],
    [/\/etc\/letsencrypt\/live\/panel\.example\.com\/fullchain\.pem/, () => `${folder}/certificate.pem`],
    [/\/etc\/letsencrypt\/live\/panel\.example\.com\/privkey\.pem/, () => `${folder}/key.pem`],
    [/\/var\/log\/nginx\//g, () => `${folder}/`],
  ])
  const file = join(folder, 'nginx.conf')
  // Otherwise root's workers would run as a user who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit; events {}
     http { ${temporary.join(' ')}\n${server}\n}`,
  )
  return spawn(PROGRAMS.nginx, ['-p', folder, '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
}

const lineOf = (port: number, rest = '') => `    server 127.0.0.1:${port}${rest}`

function startHaproxy({ folder, http, https, panels }: ProxyFiles): ChildProcess {
  const config = adapted(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8'), [
    [/^ +(user|group) haproxy\n/gm, () => ''],
    [/log \/dev\/log local0/, () => 'log stdout format raw local0'],
    [/^ +server panel1 127\.0\.0\.1:3000$/gm, () => panels.map(haproxyLine).join('\n')],
    [/bind :80$/m, () => `bind 127.0.0.1:${http}`],
    [/bind :443 /, () => `bind 127.0.0.1:${https} `],
    [/\/etc\/haproxy\/certs\/panel\.example\.com\.pem/, () => `${folder}/both.pem`],
  ])
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  return spawn(PROGRAMS.haproxy, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
}

const haproxyLine = (port: number, index: number) => `    server panel${index + 1} 127.0.0.1:${port}`

type Replacement = [pattern: RegExp, by: (...found: string[]) => string]

/** Throws if a pattern is missing, because the test would no longer cover the deployed configuration. */
function adapted(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((changed, [pattern, by]) => {
    if (changed.search(pattern) < 0) throw new Error(`${pattern.source} is not in the configuration.`)
    return changed.replace(pattern, by)
  }, text)
}

/** Makes a self-signed certificate for 127.0.0.1. */
function makeCertificate(folder: string): string {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const options = ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', file]
  execFileSync('openssl', options, { stdio: 'ignore' })
  const certificate = readFileSync(file, 'utf8')
  writeFileSync(join(folder, 'both.pem'), certificate + readFileSync(key, 'utf8'))
  return certificate
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })
}
