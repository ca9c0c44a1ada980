import { type LogoGround, renderLogo } from './logo-render.ts'

/** The process for one logo: receives a file and its ground, sends a picture or `null`. */
process.once('message', ({ file, ground }: { file: Uint8Array; ground: LogoGround }) => {
  void renderLogo(file, ground).then((logo) => process.send?.({ logo }, () => process.exit(0)))
})
// Without a parent the picture is not needed, and a hanging decoder would keep the process alive.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
