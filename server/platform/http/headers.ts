import type { IncomingMessage } from 'node:http'

import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'

import { messages } from '#shared/messages.ts'

import type { AppEnv } from './app-env.ts'

type Style = (string | typeof NONCE)[]

/** The permissions policy: only our pages may use passkeys. A constant passes, as Hono's types lack their creation. */
const PERMISSIONS = {
  camera: [],
  microphone: [],
  geolocation: [],
  payment: [],
  usb: [],
  publickeyCredentialsCreate: ['self'],
  publickeyCredentialsGet: ['self'],
}

const headersWith = (styleSrc: Style, strictTransportSecurity: string | false) =>
  secureHeaders({
    // Keeps a response's own, stricter policies, and the page's nonce.
    overwrite: false,
    strictTransportSecurity,
    crossOriginEmbedderPolicy: 'require-corp',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    xFrameOptions: 'DENY',
    xXssProtection: '0',
    referrerPolicy: 'same-origin',
    permissionsPolicy: PERMISSIONS,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc,
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
    },
  })

function headersByScheme(styleSrc: Style): MiddlewareHandler<AppEnv> {
  const plain = headersWith(styleSrc, false)
  const overTls = headersWith(styleSrc, 'max-age=63072000; includeSubDomains')
  return (c, next) => (c.get('origin').startsWith('https:') ? overTls : plain)(c, next)
}

/** Sets the security headers of every response; HSTS only when the browser reached the panel over https. */
export const securityHeaders = headersByScheme(["'self'"])

/** Sets the page's security headers, with a nonce for the style element that the scroll lock of dialogs creates. */
export const pageHeaders = headersByScheme(["'self'", NONCE])

/**
 * Refuses a request with several `Host` headers: Node silently takes the first, and a proxy may have taken another
 * (RFC 9112, 3.2). A request of a test has no connection, and one host.
 */
export const refuseSeveralHosts: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { rawHeaders = [] } = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming ?? {}
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name))
  if (hosts.length <= 1) return next()
  c.header('Connection', 'close')
  return c.json({ success: false, message: messages.malformedBody, request_id: c.get('requestId') }, 400)
}
