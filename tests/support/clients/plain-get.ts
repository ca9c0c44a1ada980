import { type Agent, get as request, type IncomingHttpHeaders } from 'node:http'

type Got = { status: number | string; headers: IncomingHttpHeaders; text: string }

/** Returns the response to a GET, or the code of the error that broke its connection. */
export function get(url: URL, options: { agent: Agent; headers: Record<string, string> }): Promise<Got> {
  return new Promise((resolve) => {
    const failed = ({ code, message }: NodeJS.ErrnoException) =>
      resolve({ status: code ?? message, headers: {}, text: '' })
    const sent = request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', failed)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', failed)
  })
}
