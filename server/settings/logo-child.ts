import { renderLogo } from './logo-render.ts'

/** The throw-away process of one logo: a file comes in, a picture or `null` goes out. */
process.once('message', (file: Uint8Array) => {
  void renderLogo(file).then((logo) => process.send?.({ logo }, () => process.exit(0)))
})
// A parent that is gone needs no picture, and a decoder that hangs would not let the process end by itself.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
