/** Error that ends a start or a command. Its message is one line in Spanish for the user who runs it. */
export class StartRefusal extends Error {
  override name = 'Refused'
}
