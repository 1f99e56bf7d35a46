// Request bodies with the fields that a form sends, and unique names.
import { makeUniqueText, testPassword } from './factories.ts'
import { makeUniqueName } from './two-gyms.ts'

export const expenseBody = {
  description: 'Luz',
  category: 'Otros',
  payee: 'Edenorte',
  amount: '1,250.50',
  spent_on: '2026-01-31',
}
export const makeUserBody = () => ({
  name: makeUniqueName(),
  username: makeUniqueText('usuario'),
  password: testPassword,
  id_role: 4,
  email: 'a@example.com',
})
export const makeGymBody = () => ({
  name: makeUniqueName(),
  username: makeUniqueText('otro'),
  owner: 'Dueño',
  password: testPassword,
})
export const makeProductBody = () => ({
  name: makeUniqueName(),
  description: 'Frío',
  unit_of_measure: 'Unidad',
  min_quantity: 5,
  sale_price: '35.00',
  code: makeUniqueText('74'),
})
export const makePlanBody = () => ({
  name: makeUniqueName(),
  description: 'Todo el mes',
  duration_days: 30,
  max_access: 0,
  price: '10.50',
})
