/** Clauses that start on a new line. */
const CLAUSES =
  /^(select|from|inner join|left join|where|group by|order by|limit|offset|union all|with|for key share)\b/

const INDENT = '  '

/** Splits a statement into words, parentheses and commas, with texts in quotes as one word. */
const tokensOf = (statement: string): string[] =>
  statement
    .replaceAll(/\b(group|order) by\b|\binner join\b|\bunion all\b/g, (words) => words.replace(' ', '~'))
    .match(/"[^"]*"(?:\.(?:"[^"]*"|\*))?|'[^']*'|[(),]|[^\s(),]+/g) ?? []

/** Returns whether the parenthesis at `index` holds a query, whose clauses are indented. */
const opensQuery = (tokens: readonly string[], index: number): boolean =>
  /^(select|with)$/.test(tokens[index + 1] ?? '')

/** Words before a parenthesis that does not belong to a call. */
const BEFORE_GROUP = /^(and|or|in|as|from|where|select|on)$/

/** The length of a line, in characters, after which a list or a condition wraps. */
const WIDTH = 90

/** Returns a statement with one clause or condition on each line, and with indented subqueries. */
export function formatSql(statement: string): string {
  const tokens = tokensOf(statement)
  /** Whether each open parenthesis holds a query. */
  const open: boolean[] = []
  let text = ''
  const newLine = (extra: number) => {
    const depth = open.filter(Boolean).length + extra
    text = `${text.trimEnd()}${text === '' ? '' : '\n'}${INDENT.repeat(depth)}`
  }
  const isLong = () => text.length - text.lastIndexOf('\n') > WIDTH
  for (const [index, token] of tokens.entries()) {
    const word = token.replace('~', ' ')
    const isInQuery = open.at(-1) !== false
    if (word === '(') {
      text += '('
      open.push(opensQuery(tokens, index))
    } else if (word === ')') {
      if (open.pop() === true) {
        newLine(0)
        text += ') '
      } else text = `${text.trimEnd()}) `
    } else if (word === ',') {
      text = `${text.trimEnd()}, `
      if (isInQuery && isLong()) newLine(1)
    } else {
      const isCondition = word === 'and' || word === 'or'
      if (isInQuery && CLAUSES.test(word)) newLine(0)
      else if (isCondition && (isInQuery || isLong())) newLine(isInQuery ? 1 : 2)
      const isCall = tokens[index + 1] === '(' && !BEFORE_GROUP.test(word)
      text += isCall ? word : `${word} `
    }
  }
  return text.replaceAll(/ +$/gm, '')
}
