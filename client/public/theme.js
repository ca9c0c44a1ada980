// Runs before the first paint, so that a chosen scheme shows without a flash of the other one.
{
  const theme = /(?:^|; )tema=(light|dark)(?:;|$)/.exec(document.cookie)?.[1]
  if (theme) {
    document.documentElement.dataset.theme = theme
    document.querySelector('meta[name="color-scheme"]').content = theme
  }
}

// The first use of Intl takes a phone 0.1 s, so it comes after the first paint, while the page's code is on its way.
requestAnimationFrame(() => setTimeout(() => [Intl.NumberFormat('tr-TR'), Intl.DateTimeFormat('en-CA')]))
