import { type Agent, request } from 'node:http'

import type { BadRequest } from './dress.ts'

export type Sent = BadRequest & {
  /** The status, or the code of the error that ended the connection. */
  status: number | string
  ms: number
  text: string
}

/** Sends a request over a connection of its own agent and waits for the whole response. */
export function send(origin: string, sent: BadRequest, agent: Agent): Promise<Sent> {
  const { method, path, headers, body } = sent
  const { hostname, port } = new URL(origin)
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: number | string, text = '') =>
      resolve({ ...sent, status, text, ms: performance.now() - began })
    const length = body === undefined ? {} : { 'content-length': body.length }
    const call = request({ hostname, port, agent, method, path, headers: { ...headers, ...length } })
    call.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    call.on('upgrade', (response, socket) => (socket.destroy(), done(response.statusCode ?? 0)))
    call.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text.length < 10_000 ? (text += chunk) : undefined))
      response.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      response.on('end', () => done(response.statusCode ?? 0, text))
    })
    call.end(body)
  })
}
