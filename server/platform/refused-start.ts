/** Refuses a start or a command; the message is one Spanish line for the person who runs it. */
export class Refused extends Error {
  override name = 'Refused'
}
