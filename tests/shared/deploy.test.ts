import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')
/** Returns the lines that a proxy reads. */
const linesOf = (name: string) =>
  read(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

describe('no query is in the log of the example', () => {
  test('of nginx', () => {
    const text = linesOf('nginx.conf').join('\n')
    const [, format = ''] = /^log_format oto_servis ([^;]+);/m.exec(text) ?? []
    expect([...format.matchAll(/\$(\w+)/g)].map(([, name]) => name)).toEqual([
      'remote_addr',
      'time_iso8601',
      'request_method',
      'uri',
      'status',
      'body_bytes_sent',
      'request_time',
      'http_user_agent',
    ])
    const servers = text.split(/^server \{$/m).slice(1)
    expect(servers).toHaveLength(2)
    for (const server of servers) {
      expect(server.match(/^access_log .*$/gm)).toEqual([
        'access_log /var/log/nginx/oto-servis.log oto_servis;',
      ])
      // Every error message about a request contains its whole first line, at any level.
      expect(server.match(/^error_log .*$/gm)).toEqual([
        'error_log /var/log/nginx/oto-servis-error.log emerg;',
      ])
    }
  })

  test('of Caddy', () => {
    const lines = linesOf('Caddyfile')
    expect(lines.slice(0, 4)).toEqual([
      '{',
      'log default {',
      'exclude http.log.error http.handlers.reverse_proxy',
      '}',
    ])
    expect(lines.filter((line) => /^log\b/.test(line))).toEqual(['log default {'])
  })
})
