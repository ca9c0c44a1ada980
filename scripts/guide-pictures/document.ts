// Draws the first page of a PDF in the browser, because the headless Chromium of the tests has no PDF viewer.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Page } from 'playwright-core'

const ORIGIN = 'http://document.invalid'
const READER = fileURLToPath(import.meta.resolve('unpdf/pdfjs'))

/** Shows the upper part of a document's first page as the whole page of the browser. */
export async function showDocument(page: Page, pdf: Buffer): Promise<void> {
  const files: Record<string, { contentType: string; body: string | Buffer }> = {
    '/': {
      contentType: 'text/html',
      body: '<body style="margin:0"><canvas style="display:block"></canvas></body>',
    },
    '/pdf.mjs': { contentType: 'text/javascript', body: await readFile(READER) },
    '/document.pdf': { contentType: 'application/pdf', body: pdf },
  }
  await page.route(`${ORIGIN}/**`, (route) => {
    const file = files[new URL(route.request().url()).pathname]
    return file === undefined ? route.abort() : route.fulfill(file)
  })
  await page.goto(`${ORIGIN}/`)
  await page.evaluate(async (reader) => {
    const { getDocument } = await import(reader)
    const data = new Uint8Array(await (await fetch('/document.pdf')).arrayBuffer())
    const first = await (await getDocument({ data }).promise).getPage(1)
    const viewport = first.getViewport({ scale: 2.4 })
    const canvas = document.querySelector('canvas')
    if (canvas === null) throw new Error('no canvas')
    Object.assign(canvas, { width: viewport.width, height: viewport.height })
    canvas.style.width = `${viewport.width / 2}px`
    await first.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise
  }, '/pdf.mjs')
}
