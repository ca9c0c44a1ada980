import type { Plugin } from 'vite'

/** Returns a plugin that serves client/style-guide as `BASE/stil` in `npm run dev`; the build does not contain it. */
export function styleGuide(base: string): Plugin {
  return {
    name: 'style-guide',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path = '', search] = (request.url ?? '').split('?')
        if (path === `${base}stil`)
          request.url = `${base}style-guide/index.html${search === undefined ? '' : `?${search}`}`
        next()
      })
    },
  }
}
