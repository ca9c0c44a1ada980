import { CompiledQuery } from 'kysely'

/** The rows that a transaction may touch under row-level security (decision 27). */
export type Scope = {
  /** The shop, by its owner's user id. */
  shop: number
  /** Whether it also includes the messages and logos of all shops, which administrators see. */
  administration: boolean
}

/** The way to set a scope: Citus passes a SET on to its workers only in a message of its own. */
export type ScopeMode = 'batched' | 'separate'

/** Returns statements that set the scope until the transaction ends; migration 20261124T1300's policies read it. */
export const scopeStatements = (scope: Scope, scopeMode: ScopeMode): CompiledQuery[] =>
  scopeMode === 'separate'
    ? [shopSetting(scope), administrationSetting(scope)]
    : [
        CompiledQuery.raw(
          "select set_config('oto.shop', $1, true), set_config('oto.administration', $2, true)",
          [String(scope.shop), scope.administration ? 'on' : ''],
        ),
      ]

/** Returns a begin and its transaction's scope, in one message where the server accepts that: a third of the cost. */
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

/** Returns whether a text is not prepared: PostgreSQL cannot prepare several statements, and need not keep settings. */
export const isUnprepared = (text: string): boolean =>
  text.startsWith(SETTING) || (text.startsWith('begin') && text.includes(SEVERAL))
