import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import type { Plugin } from 'vite'

import type { GuideGroup, GuideTopic } from '#client/features/feedback/guide.ts'

import { compileContents, compileTopic } from './compile-guide.ts'

const FOLDER = join(import.meta.dirname, '../docs/kullanim')
const CONTENTS = 'virtual:guide-contents'
const TEXT = 'virtual:guide-text'

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** Returns the user's guide: its table of contents and its topics in that order. */
export function readGuide(): { groups: GuideGroup[]; topics: GuideTopic[] } {
  const groups = compileContents(read('README.md'))
  const slugs = groups.flatMap(({ entries }) => entries.map(({ slug }) => slug))
  return { groups, topics: slugs.map((slug) => compileTopic(slug, read(`${slug}.md`))) }
}

/** Returns the names of the pictures that the topics show, each once. */
export const picturesOf = (topics: readonly GuideTopic[]): string[] => [
  ...new Set(
    topics.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'picture' ? block.name : [])),
      ),
    ),
  ),
]

/**
 * Returns a plugin that compiles docs/kullanim into two modules: the contents, which the screen of the questions shows
 * at once, and the text with the addresses of the pictures, which is loaded later.
 */
export function guide(): Plugin {
  return {
    name: 'guide',
    resolveId: (id) => (id === CONTENTS || id === TEXT ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${CONTENTS}` && id !== `\0${TEXT}`) return undefined
      // `npm run dev` compiles the module anew after a change of its files.
      for (const name of readdirSync(FOLDER)) this.addWatchFile(join(FOLDER, name))
      const { groups, topics } = readGuide()
      return id === `\0${TEXT}` ? textModule(topics) : `export const groups = ${JSON.stringify(groups)}`
    },
  }
}

/** Returns a path with slashes, as an import on Windows needs it too. */
const fileOf = (name: string) => join(FOLDER, 'resim', name).replaceAll('\\', '/')

/** Leaves out a picture that does not exist, because taking it needs a build; a test finds it missing. */
async function textModule(topics: readonly GuideTopic[]): Promise<string> {
  const present = picturesOf(topics).filter((name) => existsSync(fileOf(name)))
  const pictures = await Promise.all(
    present.map(async (name, index) => {
      const file = fileOf(name)
      const { width, height } = await sharp(file).metadata()
      return {
        load: `import picture${index} from ${JSON.stringify(`${file}?url&no-inline`)}`,
        entry: `${JSON.stringify(name)}: { src: picture${index}, width: ${width}, height: ${height} }`,
      }
    }),
  )
  return [
    ...pictures.map(({ load }) => load),
    `export const topics = ${JSON.stringify(topics)}`,
    `export const pictures = { ${pictures.map(({ entry }) => entry).join(', ')} }`,
  ].join('\n')
}
