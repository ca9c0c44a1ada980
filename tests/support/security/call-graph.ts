import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parseSync } from 'vite'

import { ROOT } from '#tests/support/panel/launcher.ts'

type Node = { type: string; [key: string]: unknown }
/** A name at the top level of a file, or one that it imports. */
type Place = { file: string; name: string }
type Module = { definitions: Map<string, Node>; imports: Map<string, Place> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
const nameOf = (value: unknown): string => String((value as Node)['name'])

/**
 * Yields the names that a piece of code mentions, without names of properties and types, and 'name.member' for a member
 * of a name, which may be a module.
 */
function* mentionedIn(node: Node): Generator<string> {
  if (node.type === 'Identifier') yield nameOf(node)
  const [owner] = nodesIn(node['object'])
  if (owner?.type === 'Identifier' && node['computed'] !== true)
    yield `${nameOf(owner)}.${nameOf(node['property'])}`
  for (const [key, value] of Object.entries(node)) {
    const isPropertyName = (key === 'property' || key === 'key') && node['computed'] !== true
    if (isPropertyName || /^(type|returnType)/.test(key)) continue
    for (const child of nodesIn(value)) yield* mentionedIn(child)
  }
}

/** The name of an import of a whole module. */
const WHOLE = '*'

const fileOf = (source: string, from: string): string =>
  source.startsWith('#') ? source.slice(1) : join(dirname(from), source)

function read(file: string): Module {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
  const module: Module = { definitions: new Map(), imports: new Map() }
  for (const statement of nodesIn(program.body)) {
    if (statement.type === 'ImportDeclaration')
      for (const one of nodesIn(statement['specifiers'])) {
        const source = String((statement['source'] as Node)['value'])
        const isWhole = one.type === 'ImportNamespaceSpecifier'
        const name = isWhole ? WHOLE : nameOf(one['imported'] ?? one['local'])
        if (/^[#.]/.test(source))
          module.imports.set(nameOf(one['local']), { file: fileOf(source, file), name })
      }
    const declared = (statement['declaration'] ?? statement) as Node
    if (declared.type === 'FunctionDeclaration') module.definitions.set(nameOf(declared['id']), declared)
    for (const one of nodesIn(declared['declarations'])) module.definitions.set(nameOf(one['id']), one)
  }
  return module
}

const modules = new Map<string, Module>()
function moduleAt(file: string): Module {
  const known = modules.get(file) ?? read(file)
  modules.set(file, known)
  return known
}

/** Returns the place where a name of a file is defined. */
function resolve({ file, name }: Place): Place {
  const { imports } = moduleAt(file)
  const [owner = '', member] = name.split('.')
  const from = imports.get(owner)
  if (member !== undefined && from?.name === WHOLE) return { file: from.file, name: member }
  return imports.get(name) ?? { file, name }
}

/** Returns whether a piece of code in `file` leads to one of the `targets`, through any number of server functions. */
function leadsTo(file: string, code: Node, targets: readonly Place[]): boolean {
  const open: [string, Node][] = [[file, code]]
  const seen = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, node] = next
    for (const mentioned of mentionedIn(node)) {
      const place = resolve({ file: at, name: mentioned })
      if (targets.some((target) => target.file === place.file && target.name === place.name)) return true
      const key = `${place.file} ${place.name}`
      const definition = place.file.startsWith('server/')
        ? moduleAt(place.file).definitions.get(place.name)
        : undefined
      if (definition === undefined || seen.has(key)) continue
      seen.add(key)
      open.push([place.file, definition])
    }
  }
  return false
}

/** Returns the code of each entry of `router({ … })`, the value of a name. */
function entriesOf({ file, name }: Place): [string, Node][] {
  const definition = moduleAt(file).definitions.get(name)
  const call = definition?.['init'] as Node | undefined
  const [object] = nodesIn(call?.['arguments'])
  return propertiesOf(file, object)
}

/** Returns the properties of an object, also those of `...f()`, where `f` is a function of the file that is one object. */
const propertiesOf = (file: string, object: Node | undefined): [string, Node][] =>
  nodesIn(object?.['properties']).flatMap((entry): [string, Node][] => {
    if (entry.type !== 'SpreadElement') return [[nameOf(entry['key']), entry['value'] as Node]]
    const { callee } = entry['argument'] as Node
    const called = moduleAt(file).definitions.get(nameOf(callee))?.['init'] as Node
    const body = called['body'] as Node
    const spread = (body['expression'] ?? body) as Node
    if (spread.type !== 'ObjectExpression') throw new Error(`${nameOf(callee)} is not one object`)
    return propertiesOf(file, spread)
  })

/** Returns the full names of the procedures whose code leads to one of the `targets`. */
export function proceduresLeadingTo(targets: readonly Place[]): string[] {
  const app = 'server/transports/rpc/app-router.ts'
  return entriesOf({ file: app, name: 'appRouter' }).flatMap(([namespace, value]) => {
    // The procedures are listed there directly, or in a router with a name.
    const place = value.type === 'ObjectExpression' ? null : resolve({ file: app, name: nameOf(value) })
    return (place === null ? propertiesOf(app, value) : entriesOf(place))
      .filter(([, code]) => leadsTo(place?.file ?? app, code, targets))
      .map(([name]) => `${namespace}.${name}`)
  })
}
