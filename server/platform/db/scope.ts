import { CompiledQuery } from 'kysely'

/** Whose rows a transaction may touch under row-level security (decision 27). */
export type Scope = {
  /** The shop, by its owner's user id. */
  shop: number
  /** Besides, what administrators see of all shops: their messages and logos. */
  administration: boolean
}

/** How a server is told the scope: Citus passes on to its workers what a SET says that is a message of its own. */
export type ScopeMode = 'batched' | 'separate'

/** Set the scope until the end of the transaction; the policies of the migration 20261124T1300 read it. */
export const scopeStatements = (scope: Scope, scopeMode: ScopeMode): CompiledQuery[] =>
  scopeMode === 'separate'
    ? [shopSetting(scope), administrationSetting(scope)]
    : [
        CompiledQuery.raw(
          "select set_config('oto.shop', $1, true), set_config('oto.administration', $2, true)",
          [String(scope.shop), scope.administration ? 'on' : ''],
        ),
      ]

/** A begin and the scope of its transaction: in one message, which costs a third of two, where the server takes it. */
export function beginScoped(begin: string, scope: Scope, scopeMode: ScopeMode): CompiledQuery[] {
  const settings = [shopSetting(scope), ...(scope.administration ? [administrationSetting(scope)] : [])]
  if (scopeMode === 'separate') return [CompiledQuery.raw(begin), ...settings]
  return [CompiledQuery.raw([begin, ...settings.map(({ sql }) => sql)].join(SEVERAL))]
}

const shopSetting = ({ shop }: Scope) => CompiledQuery.raw(`${SETTING}shop = '${shop}'`)
const administrationSetting = ({ administration }: Scope) =>
  CompiledQuery.raw(`${SETTING}administration = '${administration ? 'on' : ''}'`)

const SETTING = 'set local oto.'
const SEVERAL = '; '

/**
 * Whether the text cannot be prepared: PostgreSQL takes several statements only without parameters, and each shop's
 * setting would be kept as one of its own.
 */
export const isUnprepared = (text: string): boolean =>
  text.startsWith(SETTING) || (text.startsWith('begin') && text.includes(SEVERAL))
