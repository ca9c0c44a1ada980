/** What PostgreSQL says to the one of several transactions that it ends because they wait for each other in a circle. */
const DEADLOCK = '40P01'

/** Runs `work`, a whole transaction, and once more if PostgreSQL ended it to resolve a deadlock. Throws its errors. */
export async function retriedOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DEADLOCK)) throw error
    return work()
  }
}
