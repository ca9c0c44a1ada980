import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const MIN_BYTES = 1_024

/** Returns a plugin that writes a .gz and a .br next to every text file, so that serving needs no compression. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(names.map((name) => compress(join(dir ?? '.', name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const source = await readFile(path)
  if (source.length < MIN_BYTES) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
  const [gz, br] = await Promise.all([toGzip(source, { level: 9 }), toBrotli(source, { params: quality })])
  await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)])
}
