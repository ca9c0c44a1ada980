/** Shows a command to type in a terminal. */
export const Command = ({ children }: { children: string }) => (
  <code className="inline-block rounded-sm bg-sunken px-1.5 py-0.5 text-foreground wrap-anywhere">
    {children}
  </code>
)
