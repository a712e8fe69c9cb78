#include "evidence/contract.h"

void contract_release(struct contract *contract) {
  name_vec_release(&contract->requires);
  name_vec_release(&contract->ensures);
  name_vec_release(&contract->modifies);
}

void contracts_release(struct contracts *contracts) {
  for (uint32_t i = 0; i < contracts->at.count; i++)
    contract_release(&contracts->at.at[i]);
  contract_vec_release(&contracts->at);
}
