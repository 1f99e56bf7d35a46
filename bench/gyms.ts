// The gyms that are measured: one of five years, one of 50,000 clients, 200 smaller ones with 100 terminals.
export const fiveYearGym = { id: 1, clients: 10_000, payments: 60_000, attendances: 2_500_000 }
/** As many people who come as often, and a fifth of the past. */
export const oneYearGym = { id: 203, clients: 10_000, payments: 60_000, attendances: 500_000, years: 1 }
export const manyClientsGym = { id: 2, clients: 50_000, payments: 50_000, attendances: 50_000 }
export const smallGyms = { first: 3, count: 200, clients: 200, payments: 600, attendances: 2000 }
/** It stands empty until its row fills it. */
export const freshGym = { id: 204, clients: 20_000, payments: 40_000, attendances: 40_000 }
export const terminals = 100
export const serialNumber = (terminal: number) => `BENCH${String(terminal).padStart(4, '0')}`
export const formatUsername = (gym: number) => `gimnasio${gym}`

/** Fifty first names, each borne by one in fifty; one in five thousand is called Wenceslao. */
export const firstNames =
  'José María Juan Ana Luis Carmen Pedro Rosa Miguel Laura Ramón Altagracia Rafael Yolanda Francisco Mercedes Andrés Patricia Héctor Sofía Julio Lucía Ángel Raquel Víctor Elena Iván Noelia Óscar Inés Tomás Berenice Manuel Daniela Félix Camila Jesús Valentina Rubén Isabel Wilson Yésica Emilio Gabriela Nelson Paola Ernesto Marisol Hugo Claudia'.split(
    ' ',
  )
export const lastNames =
  'Peña Núñez Rodríguez Báez Pérez Santana Martínez Polanco García Ureña Jiménez Tavárez Castillo Féliz Ramírez Mejía Díaz Cabrera Guzmán Acosta Reyes Marte Vargas Liriano Peralta Abreu Encarnación Disla Almánzar Mañón Quezada'.split(
    ' ',
  )
/** A first name that one in fifty bears, and that stands in a surname too, so that one in five is found by it. */
export const frequentName = 'Ana'
