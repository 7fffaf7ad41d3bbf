import { useFunction } from '@service/functions';

/** Payers must be signed in: the packages open their prompt by themselves, and the call goes on afterwards. */
export function SupportPage() {
  const { invoke, loading, error } = useFunction('process_payment');

  async function pay() {
    const { success, data } = await invoke({
      mode: 'payment',
      amount: 500,
      currency: 'eur',
      name: 'A coffee for the people behind Todo',
      success_url: `${location.origin}/#support`,
      cancel_url: `${location.origin}/#support`,
    });
    if (success && data?.url) location.assign(data.url);
  }

  return (
    <section aria-labelledby="support-title" className="hero">
      <h1 id="support-title">Buy us a coffee</h1>
      <p>Todo is free. If it helps you, five euros help us to go on.</p>
      <button type="button" onClick={() => void pay()} disabled={loading}>
        {loading ? 'One moment …' : 'Pay 5 €'}
      </button>
      {error && <p role="alert">{error}</p>}
    </section>
  );
}
