import type { MiddlewareHandler } from 'hono'
import { NONCE, secureHeaders } from 'hono/secure-headers'

import type { AppEnv } from './app-env.ts'

const shared = {
  // Keeps a response's own, stricter referrer policy.
  overwrite: false,
  crossOriginEmbedderPolicy: 'require-corp',
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  xFrameOptions: 'DENY',
  xXssProtection: '0',
  referrerPolicy: 'same-origin',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // The nonce is for the one style element that the scroll lock of dialogs creates.
    styleSrc: ["'self'", NONCE],
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
}

const plain = secureHeaders({ ...shared, strictTransportSecurity: false })
const overTls = secureHeaders({ ...shared, strictTransportSecurity: 'max-age=63072000; includeSubDomains' })

/** Security headers of every response; HSTS only when the browser reached us over https. */
export const securityHeaders: MiddlewareHandler<AppEnv> = (c, next) =>
  (c.get('origin').startsWith('https:') ? overTls : plain)(c, next)
