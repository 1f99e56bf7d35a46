/** The counter's name on the gym's network. The browser of the stories finds this machine under it, without leaving it. */
export const lanName = 'caja.gimnasio.test'
