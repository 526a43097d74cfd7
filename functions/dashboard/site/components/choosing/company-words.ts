export interface NamedCompany {
  id: string;
  name: string;
  city: string | null;
  website: string | null;
}

/** What tells a company from another with its name. */
export const companyDetail = ({ id, city, website }: NamedCompany): string => city ?? website ?? id;

/** Companies by name; those with the same name with what tells them apart. */
export const companyChoices = (companies: readonly NamedCompany[]): { value: string; words: string }[] => {
  const uses = Map.groupBy(companies, ({ name }) => name);
  const wordsOf = (company: NamedCompany): string =>
    uses.get(company.name)?.length === 1 ? company.name : `${company.name} (${companyDetail(company)})`;
  return companies
    .map((company) => ({ value: company.id, words: wordsOf(company) }))
    .sort((one, other) => one.words.localeCompare(other.words, 'en'));
};
