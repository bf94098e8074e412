//! To which language a word belongs: tables of common ones.

/// What a word says of the language that it belongs to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum WordLanguage {
    English,
    Other,
    Unknown,
}

/// Common English words that other languages do not write alike.
pub(crate) const ENGLISH: &str = "\
    about across action actually add added addressed adds after again against already also \
    always and another answer any approach are at back based be because been before behavior \
    being between both build but by call called calls can can't cannot cases cause change \
    changed changes check checks clean clear command comment comments committed complete \
    completed correct correctly could couldn't create created creates deleted did didn't \
    different directly does doesn't don't done during each else empty errors every \
    everything exact exactly existing exists fail fails failure field filed files find \
    finished first fix fixed fixes for found from functions future get gets good green had \
    handled handles handling happens has have help her here here's his how i i'll i'm i've \
    if implemented includes including interrupted into is issue issues it it's its itself \
    just keep know last let like lines logged look looking looks made make makes match \
    matches may means merged message might missing more most moved multiple must my need \
    needed needs never new next none not nothing now of old once one only onto opened \
    original other our out over own pass passed passes passing point previous proper \
    properly pushed question ran rather read reads ready remaining remove removed renamed \
    replaced replied request requested response results return returns review right run \
    running runs safe same second see separate set she should show shows since skip slow \
    some something specific speed start step steps still stop successful successfully \
    summary tagged task than that that's the their them then there there's these they think \
    this those three through to try two until up update updated updates use used uses using \
    value verified verifies want we we've well were what when where whether which while who \
    why will with without won't work working works would write writes written wrong yes yet \
    you you're your";

/// Common words of other languages, without those that English has too.
pub(crate) const OTHER: &str = "\
    aangepast aber abgeschlossen agora ahora ai ajoute aktualisiert al alla alle als anche \
    ao archivo archivos arquivo arquivos att au auch auf aus aussi aux av avec behoben bei \
    bestanden bir bu c'est cambios ce ces cette che com como con corrige da dan dans dari \
    das dat datei dateien de degil dei del della delle dem den dengan der des det di die \
    diese dieser dieses dla dos dosya du durch durchgelaufen e ed een ein eine einem einen \
    einer el eller em en erfolgreich es est esta este estos et ett fait fatto fehler fertig \
    fichier fichiers foi foram geslaagd gewijzigd gli ha habe haben han har hat heb hecho \
    het ho ich icin il ile im ini inte ist itu j'ai ja jag je jest jetzt kein keine l'ai la \
    las laufen le les listo lo los ma maar maintenant mais mas med mehr met mit \
    modifications modifiche muy na naar nach nao nas ne nel nella nicht nie niet noch nog \
    non nos nous nu nur o och oder ohne olarak om ont ook ora oraz os ou pada par para pas \
    pasan passaram passent per pero plus por pour pronto pruebas que qui sans se sem semua \
    senza sich sie simdi sin sind som sono sont stati stato sudah sur sus telah teraz \
    termine testes tidak till todas todos toegevoegd tous tout toutes tum tutte tutti um uma \
    un una und une untuk van ve voici voor vous w wel wenn werden werkt wie wir wird wordt \
    wszystkie wurde wurden y ya yang z zijn zonder zostaly zum zur";
