// @ts-check
// Uploaded files are read by a thread of the built program, in tests too.
import { buildStale } from './build.mjs'

export default async function setup() {
  const complaint = await buildStale()
  if (complaint) throw new Error(complaint)
}
