import { CompiledQuery } from 'kysely'

/** Whose rows a transaction may touch under row-level security (decision 27). */
export type Scope = {
  /** The shop, by its owner's user id. */
  shop: number
  /** Besides, what administrators see of all shops: their messages and logos. */
  administration: boolean
}

/** Sets the scope until the end of the transaction; the policies of the migration 20261124T1300 read it. */
export const scopeStatement = ({ shop, administration }: Scope): CompiledQuery =>
  CompiledQuery.raw("select set_config('oto.shop', $1, true), set_config('oto.administration', $2, true)", [
    String(shop),
    administration ? 'on' : '',
  ])

/** A begin and the scope of its transaction in one message, which costs a third of two. */
export const beginScoped = (begin: string, { shop, administration }: Scope): CompiledQuery =>
  CompiledQuery.raw(
    `${begin}${SEVERAL}set local oto.shop = '${shop}'${administration ? "; set local oto.administration = 'on'" : ''}`,
  )

const SEVERAL = '; '

/** Whether the text has several statements, which PostgreSQL takes only without parameters and unprepared. */
export const isSeveral = (text: string): boolean => text.startsWith('begin') && text.includes(SEVERAL)
