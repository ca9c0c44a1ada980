/** A decoder that loops forever as soon as it has its file. */
process.once('message', () => {
  for (;;);
})
