/** What a log line says of whose call it tells. */
export const subjectOf = ({
  id,
  account_id,
  campaign_id,
}: {
  id: string;
  account_id: string;
  campaign_id: string | null;
}) => ({ call_id: id, account_id, ...(campaign_id !== null && { campaign_id }) });
