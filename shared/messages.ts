/**
 * Messages that a schema, an operation or a transport returns (word for word from specification §5 and §8 if given
 * there). Labels and headings stay in the JSX; tests write the messages out.
 */
export * as messages from './message-list.ts'

/** Returns the refusal of a long text: 'Plaka en fazla 200 karakter olabilir.' */
export const tooLong = (label: string, max: number) =>
  `${label} en fazla ${max.toLocaleString('tr-TR')} karakter olabilir.`
