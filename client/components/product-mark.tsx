/** The product's mark: a plate with a nut. The tab's icon (`public/favicon.svg`) is the same drawing. */
export function ProductMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect x="1" y="1" width="30" height="30" rx="6" fill="#fff" stroke="#0b0e12" strokeWidth="2" />
      <path d="M7 2h3v28H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z" fill="#12409a" />
      <path d="M20.3 7.7l7 4v8.9l-7 4.1-7-4.1v-8.9z" fill="#0b0e12" />
      <circle cx="20.3" cy="16.2" r="3.4" fill="#fff" />
    </svg>
  )
}
