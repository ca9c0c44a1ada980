import type { Plugin } from 'vite'

/** Serves client/style-guide as `BASE/stil`, only in `npm run dev`: the build does not contain it. */
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
