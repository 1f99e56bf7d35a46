// Gyms that are measured: one with five years of data, one of 50,000 clients, and 200 small ones with 100 terminals.
export const fiveYearGym = { id: 1, clients: 10_000, payments: 60_000, attendances: 2_500_000 }
/** One-year gym, with as many clients and payments, and as many visits a year, as the five-year gym. */
export const oneYearGym = { id: 203, clients: 10_000, payments: 60_000, attendances: 500_000, years: 1 }
export const manyClientsGym = { id: 2, clients: 50_000, payments: 50_000, attendances: 50_000 }
export const smallGyms = { first: 3, count: 200, clients: 200, payments: 600, attendances: 2000 }
/** Gym that stays empty until its benchmark fills it. */
export const initiallyEmptyGym = { id: 204, clients: 20_000, payments: 40_000, attendances: 40_000 }
export const terminalCount = 100
export const formatSerialNumber = (terminal: number) => `BENCH${String(terminal).padStart(4, '0')}`
export const formatUsername = (gym: number) => `gimnasio${gym}`

/** Fifty first names, each given to one client in fifty. One client in five thousand is called Wenceslao. */
export const firstNames =
  'José María Juan Ana Luis Carmen Pedro Rosa Miguel Laura Ramón Altagracia Rafael Yolanda Francisco Mercedes Andrés Patricia Héctor Sofía Julio Lucía Ángel Raquel Víctor Elena Iván Noelia Óscar Inés Tomás Berenice Manuel Daniela Félix Camila Jesús Valentina Rubén Isabel Wilson Yésica Emilio Gabriela Nelson Paola Ernesto Marisol Hugo Claudia'.split(
    ' ',
  )
export const lastNames =
  'Peña Núñez Rodríguez Báez Pérez Santana Martínez Polanco García Ureña Jiménez Tavárez Castillo Féliz Ramírez Mejía Díaz Cabrera Guzmán Acosta Reyes Marte Vargas Liriano Peralta Abreu Encarnación Disla Almánzar Mañón Quezada'.split(
    ' ',
  )
/** First name of one client in fifty that is also part of surnames, so that a search finds one client in five. */
export const frequentFirstName = 'Ana'
