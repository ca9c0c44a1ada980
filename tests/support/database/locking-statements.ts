import { BIG_TABLES } from '#tests/support/rows/many-shops.ts'

/** Expressions with a different value for each row: PostgreSQL rewrites the table for them. */
const OF_EACH_ROW =
  /\b(random|clock_timestamp|timeofday|gen_random_uuid|uuidv[47]|nextval)\s*\(|\bgenerated\b|\bserial\b/i

type Rule = { found: RegExp; unless?: RegExp; why: string }

const TABLE = `"?(?:${BIG_TABLES.join('|')})"?`
const onTable = (before: string, after = '') => new RegExp(`${before}\\s+${TABLE}(?![\\w"])${after}`, 'i')
const altering = (what: string) => onTable('alter table(?: only)?(?: if exists)?', `.*${what}`)

/** Statements that block all saves of a big table while its rows are read or written, or break the previous version. */
const RULES: readonly Rule[] = [
  {
    found: onTable('create (?:unique )?index.* on(?: only)?'),
    unless: /create (unique )?index concurrently/i,
    why: 'builds an index while saves wait: name it in `concurrently`',
  },
  { found: onTable('drop index.*'), why: 'drops an index while saves wait: name it in `concurrently`' },
  {
    found: altering('alter column \\S+ (?:set data )?type\\b'),
    why: 'writes every row: a new column instead',
  },
  {
    found: altering('alter column \\S+ set not null'),
    why: 'reads every row: a check that is `not valid`, validated by a later migration',
  },
  {
    found: altering('add (?:constraint \\S+ )?(?:check|foreign key)'),
    unless: /not valid/i,
    why: 'reads every row: `not valid`, validated by a later migration',
  },
  {
    found: altering('add (?:constraint \\S+ )?(?:unique|primary key)(?! using)'),
    why: 'builds an index while saves wait: `using index`, which `concurrently` built',
  },
  {
    found: altering('(?:rename|drop (?:column|constraint))'),
    why: 'takes from the version before what it uses: contract in a later release, with an exception here',
  },
  { found: onTable('(?:^|;)\\s*update(?: only)?'), why: 'writes every row: in batches after the start' },
  {
    found: onTable('(?:^|;)\\s*insert into.*\\b(?:from|join)'),
    why: 'copies what is stored now: what the version before stores later is missing there',
  },
  { found: onTable('(?:^|;)\\s*(?:cluster|reindex table|vacuum full)'), why: 'writes the table anew' },
]

/** Returns why a migration must not run the statement while an older version serves, or `null`. */
export function problemOf(statement: string): string | null {
  const text = statement.replaceAll(/\s+/g, ' ').trim()
  // The body of a function runs only when it is called.
  if (/^create (or replace )?function\b/i.test(text)) return null
  const rule = RULES.find(({ found, unless }) => found.test(text) && unless?.test(text) !== true)
  if (rule !== undefined) return rule.why
  const adds = altering('add column').test(text) && OF_EACH_ROW.test(text)
  return adds ? 'writes every row: a column without this value, filled in batches after the start' : null
}
