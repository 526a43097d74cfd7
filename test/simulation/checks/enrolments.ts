/** Whether items of this partition are a campaign's contacts. */
export const isEnrolments = (pk: string): boolean => /#CONTACTS#\d+$/.test(pk);
