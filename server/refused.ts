/** Why something that was asked for at the command line is not done; its message is one Spanish line for whoever asked. */
export class Refused extends Error {
  override name = 'Refused'
}
