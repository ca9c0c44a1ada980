/** A decoder that goes round in circles as soon as it has its file. */
process.once('message', () => {
  for (;;);
})
