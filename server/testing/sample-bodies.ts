// Request bodies as a form sends them, with unique names.
import { password, unique } from './factories.ts'
import { freshName } from './two-gyms.ts'

export const newExpense = {
  description: 'Luz',
  category: 'Otros',
  payee: 'Edenorte',
  amount: '1,250.50',
  spent_on: '2026-01-31',
}
export const newUser = () => ({
  name: freshName(),
  username: unique('usuario'),
  password,
  id_role: 4,
  email: 'a@example.com',
})
export const newGym = () => ({ name: freshName(), username: unique('otro'), owner: 'Dueño', password })
export const newProduct = () => ({
  name: freshName(),
  description: 'Frío',
  unit_of_measure: 'Unidad',
  min_quantity: 5,
  sale_price: '35.00',
  code: unique('74'),
})
export const newPlan = () => ({
  name: freshName(),
  description: 'Todo el mes',
  duration_days: 30,
  max_access: 0,
  price: '10.50',
})
